{{/* The chart's short name. */}}
{{- define "castellan.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{/* Prefix of all names: the release's name, with the chart's in it. Room is left for suffixes. */}}
{{- define "castellan.fullname" -}}
{{- $name := include "castellan.name" . -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{/* Labels that select: {root, component}. They never change. */}}
{{- define "castellan.selector" -}}
app.kubernetes.io/name: {{ include "castellan.name" .root | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* All labels: {root, component}. */}}
{{- define "castellan.labels" -}}
{{ include "castellan.selector" . }}
app.kubernetes.io/part-of: castellan
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* Two maps as YAML become one; where both have a key, the second's value counts: {first, second}. */}}
{{- define "castellan.joined" -}}
{{- toYaml (mergeOverwrite (.first | default "{}" | fromYaml) (.second | default "{}" | fromYaml)) -}}
{{- end }}

{{/* Reference of the image: {root, image: what a service says itself}. */}}
{{- define "castellan.image" -}}
{{- $own := .image | default dict -}}
{{- $all := .root.Values.image -}}
{{- $repository := $own.repository | default $all.repository -}}
{{- $digest := $own.digest | default (ternary "" $all.digest (not (empty $own.tag))) -}}
{{- if $digest -}}
{{ $repository }}@{{ $digest }}
{{- else -}}
{{ $repository }}:{{ $own.tag | default $all.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "castellan.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end }}

{{/* A number or a text of the values as text: toString writes large numbers as 3e+06. */}}
{{- define "castellan.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{ printf "%.0f" . }}{{- else -}}{{ toString . }}{{- end -}}
{{- end }}

{{/* Security of a pod: the user, or null for the cluster's choice. */}}
{{- define "castellan.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- if . }}
  runAsUser: {{ int64 . }}
  runAsGroup: {{ int64 . }}
  fsGroup: {{ int64 . }}
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{/* Security of a container. */}}
{{- define "castellan.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* A service's values over the common ones, as JSON: {root, name}. */}}
{{- define "castellan.service.values" -}}
{{- $own := index .root.Values.services .name | default dict -}}
{{- mergeOverwrite (deepCopy .root.Values.serviceDefaults) (deepCopy $own) | toJson -}}
{{- end }}

{{/* The services that run, as JSON: {name: {values, wiring}}. */}}
{{- define "castellan.services" -}}
{{- $wirings := .Files.Get "files/wiring.yaml" | fromYaml -}}
{{- $running := dict -}}
{{- range $name, $_ := .Values.services -}}
  {{- $values := include "castellan.service.values" (dict "root" $ "name" $name) | fromJson -}}
  {{- if $values.enabled -}}
    {{- $wiring := required (printf "services.%s: files/wiring.yaml does not know this program" $name) (index $wirings $name) -}}
    {{- $_ := set $running $name (dict "values" $values "wiring" $wiring) -}}
  {{- end -}}
{{- end -}}
{{- $running | toJson -}}
{{- end }}
