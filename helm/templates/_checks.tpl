{{/* What no schema can say: combinations that would not do what they promise. One line each. */}}
{{- define "castellan.checks" -}}
{{- $v := .Values -}}
{{- $services := include "castellan.services" . | fromJson -}}
{{- range list "lobby" "game" "clock" "gateway" -}}
  {{- if not (hasKey $services .) -}}
    {{- fail (printf "services.%s.enabled: only analysis can be left out" .) -}}
  {{- end -}}
{{- end -}}
{{- range $what := list "fullname" "name" -}}
  {{- $text := include (printf "castellan.%s" $what) $ -}}
  {{- if not (regexMatch "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" $text) -}}
    {{- fail (printf "%sOverride: %s has a dot in it or at its end; names of services and labels have none" $what $text) -}}
  {{- end -}}
{{- end -}}
{{- if not (regexMatch "^[a-z]" (include "castellan.fullname" .)) -}}
  {{- fail (printf "fullnameOverride: %s begins with a digit, names of services with a letter" (include "castellan.fullname" .)) -}}
{{- end -}}
{{- if contains "@" $v.image.repository -}}
  {{- fail "image.repository: the digest belongs into image.digest" -}}
{{- end -}}
{{- if regexMatch ":[^/]*$" $v.image.repository -}}
  {{- fail "image.repository: the tag belongs into image.tag" -}}
{{- end -}}
{{- if eq $v.image.tag "latest" -}}
  {{- fail "image.tag: latest does not say what runs; name a version" -}}
{{- end -}}
{{- if $v.backup.enabled -}}
  {{- if not $v.backup.image -}}{{- fail "backup.image: needed when backup.enabled is true (bash and the tools of your Postgres' version)" -}}{{- end -}}
  {{- if not $v.backup.claim -}}{{- fail "backup.claim: needed when backup.enabled is true; on other storage than Postgres'" -}}{{- end -}}
{{- end -}}
{{- $images := dict "postgres.bundled.image" $v.postgres.bundled.image "redis.bundled.image" $v.redis.bundled.image -}}
{{- if $v.backup.enabled -}}{{- $_ := set $images "backup.image" $v.backup.image -}}{{- end -}}
{{- range $where, $image := $images -}}
  {{- if or (hasSuffix ":latest" $image) (not (regexMatch ":[^/:@]+$|@sha256:[0-9a-f]{64}$" $image)) -}}
    {{- fail (printf "%s: name a version (a tag other than latest, or a digest)" $where) -}}
  {{- end -}}
{{- end -}}
{{- if and (has $v.postgres.sslMode (list "verify-ca" "verify-full")) $v.postgres.host (not $v.postgres.caSecret) -}}
  {{- fail (printf "postgres.caSecret: sslMode %s needs the server's certificate authority" $v.postgres.sslMode) -}}
{{- end -}}
{{- if and $v.secrets.generate $v.secrets.existingSecret -}}
  {{- fail "secrets: give existingSecret or generate, not both" -}}
{{- end -}}
{{- if and $v.postgres.bundled.enabled $v.postgres.host -}}
  {{- fail "postgres: give host or bundled.enabled, not both" -}}
{{- end -}}
{{- if and $v.redis.bundled.enabled $v.redis.host -}}
  {{- fail "redis: give host or bundled.enabled, not both" -}}
{{- end -}}
{{- if and $v.redis.bundled.enabled (not $v.redis.passwordKey) -}}
  {{- fail "redis.passwordKey: the bundled Redis has a password; name its key" -}}
{{- end -}}
{{- range $name, $service := $services -}}
  {{- include "castellan.checks.service" (dict "root" $ "name" $name "values" $service.values "wiring" $service.wiring) -}}
{{- end -}}
{{- if and $v.networkPolicy.enabled (not $v.networkPolicy.dns) -}}
  {{- fail "networkPolicy.dns: name the cluster's name servers; an empty list would let port 53 go anywhere" -}}
{{- end -}}
{{- if $v.ha -}}{{- include "castellan.checks.ha" (dict "root" . "services" $services) -}}{{- end -}}
{{- if $v.ingress.enabled -}}{{- include "castellan.checks.ingress" . -}}{{- end -}}
{{- end }}

{{/* {root, name, values, wiring} */}}
{{- define "castellan.checks.service" -}}
{{- $path := printf "services.%s" .name -}}
{{- range $setting, $_ := .values.settings -}}
  {{- if regexMatch "(^|_)(secret|password|token|postgres_url|redis_url)$" $setting -}}
    {{- fail (printf "%s.settings.%s: secrets come from a Secret (README.md: Secrets)" $path $setting) -}}
  {{- else if or (has $setting (list "log_level" "web_dir" "ports_file")) (regexMatch "^drain_|(^|_)(listen|address)$" $setting) -}}
    {{- fail (printf "%s.settings.%s: the chart decides this itself (see values.yaml)" $path $setting) -}}
  {{- end -}}
{{- end -}}
{{- if eq (.values.image.tag | default "") "latest" -}}
  {{- fail (printf "%s.image.tag: latest does not say what runs; name a version" $path) -}}
{{- end -}}
{{- $auto := .values.autoscaling -}}
{{- if $auto.enabled -}}
  {{- if gt (int $auto.minReplicas) (int $auto.maxReplicas) -}}
    {{- fail (printf "%s.autoscaling: minReplicas %v is more than maxReplicas %v" $path $auto.minReplicas $auto.maxReplicas) -}}
  {{- end -}}
  {{- if and $auto.streamsPerPod (not .wiring.streams) -}}
    {{- fail (printf "%s.autoscaling.streamsPerPod: only the gateway has streams" $path) -}}
  {{- end -}}
  {{- if not (((.values.resources).requests).cpu) -}}
    {{- fail (printf "%s.resources.requests.cpu: needed for autoscaling" $path) -}}
  {{- end -}}
{{- end -}}
{{- range .values.extraEnv -}}
  {{- if and (hasKey . "value") (regexMatch "(SECRET|PASSWORD|TOKEN|_URL)$" .name) -}}
    {{- fail (printf "%s.extraEnv %s: give valueFrom.secretKeyRef, not a value" $path .name) -}}
  {{- end -}}
  {{- if regexMatch "^CHESS_(.*_)?(LOG_LEVEL|WEB_DIR|PORTS_FILE|LISTEN|ADDRESS|DRAIN_.*)$" .name -}}
    {{- fail (printf "%s.extraEnv %s: the chart decides this itself (see values.yaml)" $path .name) -}}
  {{- end -}}
{{- end -}}
{{- if and (ne .name "gateway") (ne .values.service.type "ClusterIP") -}}
  {{- fail (printf "%s.service.type %s: only the gateway is for callers from outside" $path .values.service.type) -}}
{{- end -}}
{{- end }}

{{/* {root, services} */}}
{{- define "castellan.checks.ha" -}}
{{- $v := .root.Values -}}
{{- if or $v.postgres.bundled.enabled $v.redis.bundled.enabled $v.secrets.generate -}}
  {{- fail "ha: bundled stores and generated secrets are for trying out; give your own Postgres, Redis and Secret" -}}
{{- end -}}
{{- if not $v.postgres.synchronousStandbyNames -}}
  {{- fail "ha: set synchronous_standby_names on the primary and repeat it in postgres.synchronousStandbyNames; without it a failover loses acknowledged moves" -}}
{{- end -}}
{{- range $name, $service := .services -}}
  {{- $values := $service.values -}}
  {{- $least := ternary $values.autoscaling.minReplicas $values.replicas $values.autoscaling.enabled -}}
  {{- if lt (int $least) 2 -}}
    {{- fail (printf "ha: services.%s needs two replicas or more, not %v" $name $least) -}}
  {{- end -}}
  {{- if not $values.podDisruptionBudget.enabled -}}
    {{- fail (printf "ha: services.%s.podDisruptionBudget is off" $name) -}}
  {{- end -}}
  {{- if ge (int $values.podDisruptionBudget.maxUnavailable) (int $least) -}}
    {{- fail (printf "ha: services.%s.podDisruptionBudget.maxUnavailable %v would let all %v pods go" $name $values.podDisruptionBudget.maxUnavailable $least) -}}
  {{- end -}}
{{- end -}}
{{- end }}

{{- define "castellan.checks.ingress" -}}
{{- $i := .Values.ingress -}}
{{- if not $i.host -}}{{- fail "ingress.host: needed when ingress.enabled is true" -}}{{- end -}}
{{- if not $i.tlsSecret -}}
  {{- if or (eq $i.kind "nginx") $i.gatewayApi.create -}}
    {{- fail "ingress.tlsSecret: needed when ingress.enabled is true: tokens do not travel in the clear" -}}
  {{- end -}}
{{- end -}}
{{- if eq $i.host $i.grpcHost -}}{{- fail "ingress.grpcHost: must differ from ingress.host" -}}{{- end -}}
{{- if eq $i.kind "nginx" -}}
  {{- if and $i.operator.exposed (not $i.operator.sourceRanges) -}}
    {{- fail "ingress.operator.sourceRanges: name the operators' networks, or leave ingress.operator.exposed off" -}}
  {{- end -}}
{{- else -}}
  {{- if $i.operator.sourceRanges -}}
    {{- fail "ingress.operator.sourceRanges: only nginx knows them; with gateway-api use a policy of your gateway" -}}
  {{- end -}}
  {{- if and (not $i.gatewayApi.create) (not $i.gatewayApi.name) -}}
    {{- fail "ingress.gatewayApi.name: name the Gateway to attach to, or set ingress.gatewayApi.create=true" -}}
  {{- end -}}
{{- end -}}
{{- end }}
