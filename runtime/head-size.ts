/**
 * How large the head of a request may be: as in Node. uWebSockets.js takes 4 KiB and answers 431 beyond, and what a company's
 * other sites leave in a browser's cookies, with an authorization request or what a provider sends back, is more than that.
 * It reads the variable when it is loaded, so this stands before it; an operator's own value holds.
 */
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(16 * 1024);
