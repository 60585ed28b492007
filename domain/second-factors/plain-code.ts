/** A code without the spaces and dashes that apps show and people type between its groups. */
export const plainCode = (typed: string | undefined): string => typed?.replace(/[\s-]/g, '') ?? '';

/** Whether it has the form of an authenticator app's code. @param code plain */
export const isAppCode = (code: string): boolean => /^[0-9]{6}$/.test(code);
