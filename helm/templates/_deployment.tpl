{{/* One container's environment: {root, name, values, wiring, services}. */}}
{{- define "castellan.env" -}}
{{- $root := .root -}}
{{- $prefix := printf "CHESS_%s" (upper .name) -}}
{{- $host := $root.Values.listenAddress -}}
{{- $listen := dict "http" "HTTP_LISTEN" "grpc" "LISTEN" "internal" "INTERNAL_LISTEN" "admin" "ADMIN_LISTEN" -}}
{{- range $port, $number := .wiring.ports }}
- name: {{ $prefix }}_{{ index $listen $port }}
  value: {{ printf "%s:%v" $host $number | quote }}
{{- end }}
- name: {{ $prefix }}_LOG_LEVEL
  value: {{ .values.logLevel | default $root.Values.logLevel }}
{{- $drain := $root.Values.drain }}
- name: {{ $prefix }}_DRAIN_PAUSE_MS
  value: {{ include "castellan.drain.pause" $root | int | mul 1000 | quote }}
- name: {{ $prefix }}_{{ upper .wiring.drainSetting }}
  value: {{ mul 1000 $drain.deadlineSeconds | quote }}
{{- range $callee, $ports := .wiring.calls }}
{{- if hasKey $.services $callee }}
{{- $address := printf "%s-%s%s" (include "castellan.fullname" $root) $callee (ternary "-pods" "" (eq $.wiring.discovery "pods")) }}
{{- range $ports }}
- name: CHESS_{{ upper $callee }}_{{ ternary "INTERNAL_" "" (eq . "internal") }}ADDRESS
  value: {{ printf "%s:%v" $address (index (index $.services $callee).wiring.ports .) }}
{{- end }}
{{- end }}
{{- end }}
{{ include "castellan.env.secret" (dict "name" "CHESS_SERVICE_SECRET" "secret" (include "castellan.secret.service" $root) "key" $root.Values.secrets.serviceSecretKey) }}
{{- range .wiring.stores }}
{{ include (printf "castellan.env.%s" .) $root }}
{{- end }}
{{- range $setting, $value := mergeOverwrite (include "castellan.settings.ingress" . | fromJson) (.wiring.settings | default dict) .values.settings }}
- name: {{ $prefix }}_{{ upper $setting }}
  value: {{ include "castellan.text" $value | quote }}
{{- end }}
{{- with .values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Behind a proxy all connections have its address, and the caller's stands in a header. */}}
{{- define "castellan.settings.ingress" -}}
{{- $settings := dict -}}
{{- if and (hasKey .wiring.ports "http") .root.Values.ingress.enabled -}}
  {{- $_ := set $settings "trusted_hops" .root.Values.ingress.trustedHops -}}
  {{- $_ := set $settings "max_connections_per_address" (.values.settings.max_connections | default 16384) -}}
{{- end -}}
{{- $settings | toJson -}}
{{- end }}

{{/* Whether the kubelet can sleep before SIGTERM; where it cannot, the pause is that much longer. */}}
{{- define "castellan.drain.canSleep" -}}
{{- if and (semverCompare ">=1.30-0" .Capabilities.KubeVersion.Version) (gt (int .Values.drain.preStopSeconds) 0) -}}yes{{- end -}}
{{- end }}

{{- define "castellan.drain.pause" -}}
{{- $d := .Values.drain -}}
{{- if include "castellan.drain.canSleep" . -}}{{ $d.pauseSeconds }}{{- else -}}{{ add $d.pauseSeconds $d.preStopSeconds }}{{- end -}}
{{- end }}

{{/* Probes. Liveness asks no store: if it did, a Postgres away would have everything restarted. */}}
{{- define "castellan.probes" -}}
readinessProbe:
  grpc:
    port: {{ .wiring.ports.grpc }}
  {{- toYaml .values.probes.readiness | nindent 2 }}
livenessProbe:
  httpGet:
    path: /healthz
    port: admin
  {{- toYaml .values.probes.liveness | nindent 2 }}
startupProbe:
  httpGet:
    path: /healthz
    port: admin
  {{- toYaml .values.probes.startup | nindent 2 }}
{{- end }}

{{/* The init container that migrates where the job cannot: the bundled Postgres is not there yet. */}}
{{- define "castellan.migrateFirst" -}}
{{- if and .root.Values.migrations.enabled .root.Values.postgres.bundled.enabled (has "postgres" .wiring.stores) }}
initContainers:
  - name: migrate
    image: {{ include "castellan.image" (dict "root" .root) | quote }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    command: [/usr/bin/chess-migrate]
    args: [--dir, /usr/share/castellan/migrations, --wait, {{ .root.Values.migrations.waitSeconds | quote }}]
    env:
      {{- include "castellan.env.postgres" .root | nindent 6 }}
    resources:
      {{- toYaml .root.Values.migrations.resources | nindent 6 }}
    {{- include "castellan.containerSecurity" . | nindent 4 }}
{{- end }}
{{- end }}

{{- define "castellan.spread" -}}
{{- $selector := include "castellan.selector" (dict "root" .root "component" .name) -}}
{{- $spread := .values.topologySpread -}}
{{- if or $spread.host $spread.zone }}
topologySpreadConstraints:
  {{- range $key, $when := dict "kubernetes.io/hostname" $spread.host "topology.kubernetes.io/zone" $spread.zone }}
  {{- if $when }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: {{ $when }}
    labelSelector:
      matchLabels:
        {{- $selector | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "castellan.mounts" -}}
{{- if has "postgres" .wiring.stores }}
{{ include "castellan.mounts.postgres" .root }}
{{- end }}
{{- with .values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "castellan.volumes" -}}
{{- if has "postgres" .wiring.stores }}
{{ include "castellan.volumes.postgres" .root }}
{{- end }}
{{- with .values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The pods of one service: {root, name, values, wiring, services}. */}}
{{- define "castellan.deployment" -}}
{{- $full := printf "%s-%s" (include "castellan.fullname" .root) .name -}}
{{- $drain := .root.Values.drain -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $full }}
  labels:
    {{- include "castellan.labels" (dict "root" .root "component" .name) | nindent 4 }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  minReadySeconds: 5
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "castellan.selector" (dict "root" .root "component" .name) | nindent 6 }}
  template:
    metadata:
      labels:
        {{- $own := include "castellan.labels" (dict "root" .root "component" .name) }}
        {{- include "castellan.joined" (dict "first" (toYaml .values.podLabels) "second" $own) | nindent 8 }}
      annotations:
        {{- $container := dict "kubectl.kubernetes.io/default-container" .name | toYaml }}
        {{- include "castellan.joined" (dict "first" $container "second" (toYaml .values.podAnnotations)) | nindent 8 }}
    spec:
      {{- if .root.Values.serviceAccounts.create }}
      serviceAccountName: {{ $full }}
      {{- end }}
      {{- include "castellan.podSecurity" .root.Values.image.runAsUser | nindent 6 }}
      {{- with include "castellan.pullSecrets" .root | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      terminationGracePeriodSeconds: {{ add $drain.preStopSeconds $drain.pauseSeconds $drain.deadlineSeconds $drain.marginSeconds }}
      {{- with include "castellan.migrateFirst" . | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ include "castellan.image" (dict "root" .root "image" .values.image) | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          command: [/usr/bin/chess-{{ .name }}]
          env:
            {{- include "castellan.env" . | trim | nindent 12 }}
          ports:
            {{- range $port, $number := .wiring.ports }}
            - name: {{ $port }}
              containerPort: {{ $number }}
              protocol: TCP
            {{- end }}
          {{- include "castellan.probes" . | nindent 10 }}
          {{- if include "castellan.drain.canSleep" .root }}
          lifecycle:
            preStop:
              sleep:
                seconds: {{ $drain.preStopSeconds }}
          {{- end }}
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          {{- include "castellan.containerSecurity" . | nindent 10 }}
          {{- with include "castellan.mounts" . | trim }}
          volumeMounts:
            {{- . | nindent 12 }}
          {{- end }}
      {{- with include "castellan.volumes" . | trim }}
      volumes:
        {{- . | nindent 8 }}
      {{- end }}
      {{- with include "castellan.spread" . | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      {{- with .values.priorityClassName }}
      priorityClassName: {{ . | quote }}
      {{- end }}
      {{- range $key := list "nodeSelector" "tolerations" "affinity" }}
      {{- with index $.values $key }}
      {{ $key }}:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- end }}
{{- end }}
