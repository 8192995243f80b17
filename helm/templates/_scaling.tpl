{{/* {root, name, values, wiring, services} */}}
{{- define "castellan.scaling" -}}
{{- $full := printf "%s-%s" (include "castellan.fullname" .root) .name -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $full }}
  labels:
    {{- include "castellan.labels" (dict "root" .root "component" .name) | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ $full }}
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .values.autoscaling.cpuPercent }}
    {{- if .values.autoscaling.streamsPerPod }}
    - type: Pods
      pods:
        metric:
          name: {{ .wiring.streams }}
        target:
          type: AverageValue
          averageValue: {{ int64 .values.autoscaling.streamsPerPod | quote }}
    {{- end }}
  behavior:
    scaleUp:
      stabilizationWindowSeconds: 0
      policies:
        - type: Percent
          value: 100
          periodSeconds: 30
    # Each pod that goes moves its streams to others: slowly, one at a time.
    scaleDown:
      stabilizationWindowSeconds: 600
      policies:
        - type: Pods
          value: 1
          periodSeconds: 120
{{- end }}

{{- define "castellan.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "castellan.fullname" .root }}-{{ .name }}
  labels:
    {{- include "castellan.labels" (dict "root" .root "component" .name) | nindent 4 }}
spec:
  maxUnavailable: {{ .values.podDisruptionBudget.maxUnavailable }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "castellan.selector" (dict "root" .root "component" .name) | nindent 6 }}
{{- end }}

{{/* Two ways to the pods: one stable address, and (…-pods) the addresses of all ready pods. */}}
{{- define "castellan.addresses" -}}
{{- $full := printf "%s-%s" (include "castellan.fullname" .root) .name -}}
{{- $protocols := dict "http" "http" "admin" "http" "internal" "grpc" "grpc" (ternary "kubernetes.io/h2c" "grpc" (hasKey .wiring.ports "http")) -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ $full }}
  labels:
    {{- include "castellan.labels" (dict "root" .root "component" .name) | nindent 4 }}
  {{- with .values.service.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .values.service.type }}
  {{- if ne .values.service.type "ClusterIP" }}
  # Keeps the caller's address, which limits are counted by.
  externalTrafficPolicy: Local
  {{- end }}
  selector:
    {{- include "castellan.selector" (dict "root" .root "component" .name) | nindent 4 }}
  ports:
    {{- range $port, $number := omit .wiring.ports "admin" }}
    - name: {{ $port }}
      port: {{ $number }}
      targetPort: {{ $port }}
      protocol: TCP
      appProtocol: {{ index $protocols $port }}
    {{- end }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $full }}-pods
  labels:
    {{- include "castellan.labels" (dict "root" .root "component" .name) | nindent 4 }}
    castellan/scrape: "true"
spec:
  clusterIP: None
  selector:
    {{- include "castellan.selector" (dict "root" .root "component" .name) | nindent 4 }}
  ports:
    {{- range $port, $number := .wiring.ports }}
    - name: {{ $port }}
      port: {{ $number }}
      targetPort: {{ $port }}
      protocol: TCP
      appProtocol: {{ index $protocols $port }}
    {{- end }}
{{- end }}
