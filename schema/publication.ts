/** What is published in dl/ for agents and installers: the signed manifest (CONTRACT.md, Updates). */
import { z } from 'zod';
import { Timestamp } from './common.ts';

export const AgentOs = z.enum(['linux', 'windows', 'darwin']);
export const AgentArch = z.enum(['x64', 'arm64']);

/** Lower-case hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Piece of an artifact that a chunk hash is of; the last one is shorter. */
export const CHUNK_BYTES = 64 * 1024;

/** `rmm-agent-linux-x64`; the same form on every system, without a suffix. */
export const artifactNames = AgentOs.options.flatMap((os) =>
  AgentArch.options.map((arch) => `rmm-agent-${os}-${arch}`),
);

export const AgentArtifact = z.object({
  name: z.enum(artifactNames),
  os: AgentOs,
  arch: AgentArch,
  sha256: Sha256,
  /** Bytes, uncompressed. */
  size: z.number().int().positive(),
  /** SHA-256 of each CHUNK_BYTES, so that an update fetches only what differs from the running binary. */
  chunks: z.array(Sha256).optional(),
});
export type AgentArtifact = z.infer<typeof AgentArtifact>;

/**
 * manifest.json. Its exact bytes are signed, so the version is inside signed data: an older build that is replayed is seen
 * as a downgrade, and one whose `expires_at` has passed as a mirror that was frozen.
 */
export const AgentManifest = z.object({
  /** Of every artifact in it; SemVer. */
  version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,50})?$/),
  published_at: Timestamp,
  expires_at: Timestamp,
  /** Base64 of the raw Ed25519 public key that signed. It only says which pinned key to verify with; never trust it for itself. */
  key_id: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
  artifacts: z.array(AgentArtifact).min(1),
});
export type AgentManifest = z.infer<typeof AgentManifest>;
