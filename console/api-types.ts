/**
 * Placeholder until the registry's own map can be imported (`import type { Api } from '../handlers/index.ts'`).
 * One entry a route; what an endpoint does not take is `undefined`. Only what the foundation itself calls is here.
 */
export type Route = { params: unknown; query: unknown; body: unknown; output: unknown };

export type Principal = {
  user: { id: string; username: string; email: string | null; language: string | null } | null;
  principal: { kind: string; name: string };
  role: { key: string; name: string };
  permissions: string[];
  scopes: { scope_type: string; scope_id: string }[];
  unscoped: boolean;
};

type Device = { id: string; hostname: string; status: string; enrolled_at: string; last_seen_at: string | null };

export type Api = {
  'GET /api/auth/state': {
    params: undefined;
    query: undefined;
    body: undefined;
    output: { needs_bootstrap: boolean; password_reset: boolean; instance_name: string };
  };
  'POST /api/auth/bootstrap': {
    params: undefined;
    query: undefined;
    body: { username: string; password: string };
    output: unknown;
  };
  'POST /api/auth/login': {
    params: undefined;
    query: undefined;
    body: { username: string; password: string; code?: string };
    output: Principal & { token: string };
  };
  'POST /api/auth/logout': { params: undefined; query: undefined; body: undefined; output: undefined };
  'GET /api/me': { params: undefined; query: undefined; body: undefined; output: Principal };
  'POST /api/me/live-ticket': { params: undefined; query: undefined; body: object; output: { ticket: string } };
  'GET /api/config': {
    params: undefined;
    query: undefined;
    body: undefined;
    output: { server: { version: string }; update_public_key?: string | null };
  };
  'GET /api/clients': {
    params: undefined;
    query: undefined;
    body: undefined;
    output: { clients: { id: string; name: string }[] };
  };
  'POST /api/clients': {
    params: undefined;
    query: undefined;
    body: { name: string };
    output: { id: string; name: string };
  };
  'GET /api/sites': {
    params: undefined;
    query: { client_id?: string };
    body: undefined;
    output: { sites: { id: string; client_id: string; name: string }[] };
  };
  'POST /api/sites': {
    params: undefined;
    query: undefined;
    body: { client_id: string; name: string };
    output: { id: string; client_id: string; name: string };
  };
  'POST /api/enroll-tokens': {
    params: undefined;
    query: undefined;
    body: { site_id: string; uses?: number; ttl_hours?: number };
    output: { id: string; token: string; uses: number; expires_at: string };
  };
  'GET /api/devices': {
    params: undefined;
    query: { limit?: number; offset?: number; q?: string; client_id?: string; site_id?: string; sort?: string };
    body: undefined;
    output: { devices: Device[]; total: number };
  };
  'GET /api/dashboard': {
    params: undefined;
    query: undefined;
    body: undefined;
    output: { jobs?: { awaiting: number }; alerts?: { open: number; error: number }; proposals?: { waiting: number } };
  };
};
