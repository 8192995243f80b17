{{/* Names of the Secrets. Each refuses in one line when nobody says where the secret is. */}}
{{- define "castellan.secret.generated" -}}
{{ include "castellan.fullname" . }}-generated
{{- end }}

{{- define "castellan.secret.service" -}}
{{- if .Values.secrets.generate -}}
{{ include "castellan.secret.generated" . }}
{{- else -}}
{{- required "secrets.existingSecret: name a Secret with the key service-secret (README.md: Secrets), or for trying out set secrets.generate=true" .Values.secrets.existingSecret -}}
{{- end -}}
{{- end }}

{{/* The Secret of a store: {root, store: postgres | redis}. */}}
{{- define "castellan.secret.store" -}}
{{- $values := index .root.Values .store -}}
{{- if and $values.bundled.enabled .root.Values.secrets.generate -}}
{{ include "castellan.secret.generated" .root }}
{{- else -}}
{{- $what := ternary $values.passwordKey $values.urlKey (or $values.bundled.enabled (not (empty $values.host))) -}}
{{- required (printf "%s.existingSecret: name a Secret with the key %s (README.md: Secrets), or use %s.bundled" .store $what .store) ($values.existingSecret | default .root.Values.secrets.existingSecret) -}}
{{- end -}}
{{- end }}

{{/* {name, secret, key} → an environment variable. */}}
{{- define "castellan.env.secret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret | quote }}
      key: {{ .key | quote }}
{{- end }}

{{/* Environment that says where Postgres is. libpq reads PGPASSWORD itself. */}}
{{- define "castellan.env.postgres" -}}
{{- $p := .Values.postgres -}}
{{- $secret := include "castellan.secret.store" (dict "root" . "store" "postgres") -}}
{{- if or $p.bundled.enabled $p.host -}}
{{- $host := ternary (printf "%s-postgres" (include "castellan.fullname" .)) $p.host $p.bundled.enabled -}}
{{- $mode := ternary "disable" $p.sslMode $p.bundled.enabled -}}
- name: CHESS_POSTGRES_URL
  value: {{ printf "postgresql://%s@%s:%v/%s?sslmode=%s" $p.user $host $p.port $p.database $mode }}
{{ include "castellan.env.secret" (dict "name" "PGPASSWORD" "secret" $secret "key" $p.passwordKey) }}
{{- else -}}
{{ include "castellan.env.secret" (dict "name" "CHESS_POSTGRES_URL" "secret" $secret "key" $p.urlKey) }}
{{- end -}}
{{- if $p.caSecret }}
- name: PGSSLROOTCERT
  value: /etc/castellan/postgres/{{ $p.caKey }}
{{- end -}}
{{- end }}

{{/* Where the authority of Postgres' certificate is mounted; nothing where there is none. */}}
{{- define "castellan.mounts.postgres" -}}
{{- if .Values.postgres.caSecret -}}
- name: postgres-ca
  mountPath: /etc/castellan/postgres
  readOnly: true
{{- end -}}
{{- end }}

{{- define "castellan.volumes.postgres" -}}
{{- if .Values.postgres.caSecret -}}
- name: postgres-ca
  secret:
    secretName: {{ .Values.postgres.caSecret | quote }}
    items:
      - key: {{ .Values.postgres.caKey | quote }}
        path: {{ .Values.postgres.caKey | quote }}
{{- end -}}
{{- end }}

{{/* Environment that says where Redis is. The kubelet puts the password into the URL. */}}
{{- define "castellan.env.redis" -}}
{{- $r := .Values.redis -}}
{{- if or $r.bundled.enabled $r.host -}}
{{- $host := ternary (printf "%s-redis" (include "castellan.fullname" .)) $r.host $r.bundled.enabled -}}
{{- if $r.passwordKey -}}
{{- $secret := include "castellan.secret.store" (dict "root" . "store" "redis") -}}
{{ include "castellan.env.secret" (dict "name" "REDIS_PASSWORD" "secret" $secret "key" $r.passwordKey) }}
- name: CHESS_REDIS_URL
  value: {{ printf "redis://:$(REDIS_PASSWORD)@%s:%v/%v" $host $r.port $r.database }}
{{- else -}}
- name: CHESS_REDIS_URL
  value: {{ printf "redis://%s:%v/%v" $host $r.port $r.database }}
{{- end -}}
{{- else -}}
{{- $secret := include "castellan.secret.store" (dict "root" . "store" "redis") -}}
{{ include "castellan.env.secret" (dict "name" "CHESS_REDIS_URL" "secret" $secret "key" $r.urlKey) }}
{{- end -}}
{{- end }}
