/** A file that an endpoint answers with; served by our own uWebSockets.js code with backpressure (RECIPES.md). */
export interface FileAnswer {
  file: string;
  contentType: string;
}
