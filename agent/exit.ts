/** How the agent's process ends. The service unit names those after which a restart makes no sense. */
export const Exit = {
  done: 0,
  failed: 1,
  badFlag: 2,
  /** The server revoked the identity or deleted the device; a fresh enrollment is needed. */
  revoked: 3,
  /** The enrollment token was not accepted. */
  refused: 4,
} as const;
