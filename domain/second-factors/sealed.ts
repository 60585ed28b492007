/** Where the secrets of a second factor lie, as what they are sealed for (domain/secrets.ts). */
export const secretPlace = (userId: string): string => `totp:secret:${userId}`;
export const pendingPlace = (userId: string): string => `totp:pending_secret:${userId}`;
