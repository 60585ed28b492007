/** An act that reaches more devices than this is confirmed by typing their number. */
export const UNTYPED_LIMIT = 10;
