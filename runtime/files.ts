/** What endpoints with `responds: 'file'` answer; sent by our own uWebSockets.js code with backpressure (RECIPES.md). */
export type { FileAnswer } from '../domain/file-answer.ts';
