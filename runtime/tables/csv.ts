import { stringify } from 'csv-stringify/sync';

/**
 * What makes a spreadsheet take a cell for a formula: = + - @, the control characters that it skips before them, and their
 * full-width forms, which some of them fold (ATTACKS.md 42; OWASP, CSV Injection).
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Excel reads a CSV without it in the code page of the machine; csv-parse, pandas (utf-8-sig) and LibreOffice skip it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Where the comma is the sign of decimals, Excel takes these for the end of a cell, in quotes too. */
const WITHIN = /([;\t])(?=[=+\-@＝＋－＠])/g;

/** Texts that begin like a formula get an apostrophe in front (SPEC.md, Audit and export); numbers are numbers. */
export const defused = (cell: unknown): unknown =>
  typeof cell === 'string' ? (FORMULA.test(cell) ? `'${cell}` : cell).replace(WITHIN, "$1'") : cell;

/** Lines of CSV as RFC 4180 writes them: CRLF, quotes where they are needed, null as nothing, objects as JSON. */
export const toCsv = (rows: unknown[][]): string =>
  stringify(
    rows.map((row) => row.map((cell) => defused(cell))),
    // By itself it quotes what holds CRLF, and lets a lone LF begin a line in which the next cell is a formula.
    { record_delimiter: 'windows', quoted_match: /[\r\n]/, cast: { boolean: String } },
  );
