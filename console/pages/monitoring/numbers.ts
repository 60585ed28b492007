/** Numbers as people type them; empty is none. */
export const isNumber = (text: string): boolean => /^-?\d{1,15}([.,]\d{1,6})?$/.test(text.trim());
export const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));
export const textOf = (value: unknown): string => (typeof value === 'number' ? String(value) : '');
