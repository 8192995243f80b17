// The part of Envoy Gateway's BackendTrafficPolicy that the chart writes (v1alpha1).
export interface IBackendTrafficPolicy {
  apiVersion: 'gateway.envoyproxy.io/v1alpha1';
  kind: 'BackendTrafficPolicy';
  metadata: {name: string; labels?: Record<string, string>};
  spec: {
    targetRefs: {group: 'gateway.networking.k8s.io'; kind: 'HTTPRoute' | 'GRPCRoute' | 'Gateway'; name: string}[];
    timeout?: {http?: {requestTimeout?: string; connectionIdleTimeout?: string}};
  };
}
