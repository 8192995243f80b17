{{/* Ports of a policy from their names. */}}
{{- define "castellan.network.ports" -}}
{{- range . }}
- protocol: TCP
  port: {{ . }}
{{- end }}
{{- end }}

{{- define "castellan.network.dns" -}}
- to:
    {{- toYaml .Values.networkPolicy.dns | nindent 4 }}
  ports:
    - protocol: UDP
      port: 53
    - protocol: TCP
      port: 53
{{- end }}

{{/* The way to a store: {root, store}. */}}
{{- define "castellan.network.store" -}}
{{- $values := index .root.Values .store -}}
{{- if $values.bundled.enabled }}
- to:
    - podSelector:
        matchLabels:
          {{- include "castellan.selector" (dict "root" .root "component" .store) | nindent 10 }}
  ports:
    - protocol: TCP
      port: {{ .store }}
{{- else }}
- {{ with index .root.Values.networkPolicy .store }}to:
    {{- toYaml . | nindent 4 }}
  {{ end }}ports:
    - protocol: TCP
      port: {{ $values.port }}
{{- end }}
{{- end }}

{{/* Who may call the gateway from outside: the controller of the ingress, and whom the values name. */}}
{{- define "castellan.network.edge" -}}
{{- $i := .Values.ingress -}}
{{- if $i.enabled }}
- namespaceSelector:
    matchLabels:
      kubernetes.io/metadata.name: {{ ternary $i.nginx.namespace $i.gatewayApi.namespace (eq $i.kind "nginx") | quote }}
{{- end }}
{{- with .Values.networkPolicy.edge }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* One service's policy: {root, name, values, wiring, services}. */}}
{{- define "castellan.network.service" -}}
{{- $root := .root -}}
{{- $name := .name -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "castellan.fullname" .root }}-{{ .name }}
  labels:
    {{- include "castellan.labels" (dict "root" .root "component" .name) | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "castellan.selector" (dict "root" .root "component" .name) | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- range $caller, $service := .services }}
    {{- with index $service.wiring.calls $name }}
    - from:
        - podSelector:
            matchLabels:
              {{- include "castellan.selector" (dict "root" $root "component" $caller) | nindent 14 }}
      ports:
        {{- include "castellan.network.ports" . | nindent 8 }}
    {{- end }}
    {{- end }}
    {{- with $root.Values.networkPolicy.prometheus }}
    - from:
        {{- toYaml . | nindent 8 }}
      ports:
        {{- include "castellan.network.ports" (list "admin") | nindent 8 }}
    {{- end }}
    {{- if hasKey .wiring.ports "http" }}
    {{- with include "castellan.network.edge" $root | trim }}
    - from:
        {{- . | nindent 8 }}
      ports:
        {{- include "castellan.network.ports" (list "http" "grpc") | nindent 8 }}
    {{- end }}
    {{- if $root.Values.tests.enabled }}
    - from:
        - podSelector:
            matchLabels:
              {{- include "castellan.selector" (dict "root" $root "component" "play") | nindent 14 }}
      ports:
        {{- include "castellan.network.ports" (list "http") | nindent 8 }}
    {{- end }}
    {{- end }}
  egress:
    {{- include "castellan.network.dns" $root | nindent 4 }}
    {{- range $callee, $ports := .wiring.calls }}
    {{- if hasKey $.services $callee }}
    - to:
        - podSelector:
            matchLabels:
              {{- include "castellan.selector" (dict "root" $root "component" $callee) | nindent 14 }}
      ports:
        {{- include "castellan.network.ports" $ports | nindent 8 }}
    {{- end }}
    {{- end }}
    {{- range .wiring.stores }}
    {{- include "castellan.network.store" (dict "root" $root "store" .) | nindent 4 }}
    {{- end }}
{{- end }}

{{/* A bundled store: called by the services that open it, calls nobody: {root, store}. */}}
{{- define "castellan.network.bundled" -}}
{{- $root := .root -}}
{{- $store := .store -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "castellan.fullname" .root }}-{{ .store }}
  labels:
    {{- include "castellan.labels" (dict "root" .root "component" .store) | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "castellan.selector" (dict "root" .root "component" .store) | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - from:
        {{- range $caller, $service := include "castellan.services" .root | fromJson }}
        {{- if has $store $service.wiring.stores }}
        - podSelector:
            matchLabels:
              {{- include "castellan.selector" (dict "root" $root "component" $caller) | nindent 14 }}
        {{- end }}
        {{- end }}
        {{- if and (eq $store "postgres") $root.Values.backup.enabled }}
        - podSelector:
            matchLabels:
              {{- include "castellan.selector" (dict "root" $root "component" "backup") | nindent 14 }}
        {{- end }}
      ports:
        {{- include "castellan.network.ports" (list .store) | nindent 8 }}
{{- end }}
