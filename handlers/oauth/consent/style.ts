/** Values of console/ui/tokens.css, as far as these pages need them: they are served without the console. */
const light = `color-scheme: light;
  --bg: #f8f9f9; --surface: #ffffff; --surface-2: #f3f4f5; --border: #dfe2e4; --border-strong: #c5cacd; --border-control: #868e93;
  --text: #181b1d; --text-2: #4a5156; --text-3: #616a70; --accent: #0b6472; --accent-solid: #0d6a78; --accent-solid-hover: #08525e;
  --on-accent: #ffffff; --focus: #0a7c8d; --ok: #186a3b; --warn: #7d4a00; --warn-bg: #fdf2da; --warn-border: #e9cd8f;
  --err: #ab2018; --err-bg: #fdebe9; --err-border: #f0bfba; --ask: #5a3ba0; --ask-bg: #f1ecfb; --ask-border: #d3c5ef;`;

const dark = `color-scheme: dark;
  --bg: #0f1214; --surface: #15191b; --surface-2: #1b2023; --border: #2a3136; --border-strong: #3c454b; --border-control: #6d777d;
  --text: #e9eced; --text-2: #b1b9be; --text-3: #929ca2; --accent: #67c6d3; --accent-solid: #127482; --accent-solid-hover: #147b89;
  --on-accent: #ffffff; --focus: #58c3d2; --ok: #6fcb92; --warn: #e3b155; --warn-bg: #33260b; --warn-border: #64490f;
  --err: #f58f87; --err-bg: #3a1715; --err-border: #6f2c27; --ask: #bba4f0; --ask-bg: #271e41; --ask-border: #4b3a7b;`;

export const style = `
:root { ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; background: var(--bg); color: var(--text);
  font: 400 14px/20px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; }
h1, h2, p, ul { margin: 0; padding: 0; }
h1 { font-size: 18px; line-height: 24px; font-weight: 600; overflow-wrap: anywhere; text-wrap: balance; }
h2 { font-size: 14px; line-height: 20px; font-weight: 600; }
h2 + ul { margin-top: 6px; } ul + h2 { margin-top: 12px; }
strong { color: var(--text); font-weight: 600; }
svg { width: 16px; height: 16px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.mono { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; }
.page { min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; padding: 32px 16px; }
.sheet { width: 100%; max-width: 520px; background: var(--surface); border: 1px solid var(--border); border-radius: 8px; }
.part { padding: 20px 24px; display: flex; flex-direction: column; gap: 16px; }
.part + .part { border-top: 1px solid var(--border); }
.head { display: flex; align-items: center; gap: 12px; }
.head > div { flex: 1; min-width: 0; }
.bot { width: 40px; height: 40px; border-radius: 6px; display: grid; place-items: center; flex: none;
  background: var(--ask-bg); border: 1px solid var(--ask-border); color: var(--ask); }
.bot svg { width: 20px; height: 20px; }
.mark svg { width: 32px; height: 32px; color: var(--accent); }
.small { font-size: 13px; line-height: 20px; color: var(--text-2); overflow-wrap: anywhere; }
.hint { font-size: 12px; line-height: 16px; color: var(--text-3); text-wrap: pretty; }
.center { text-align: center; }
.note { display: flex; gap: 10px; padding: 12px; border: 1px solid var(--border); border-radius: 6px; background: var(--surface-2);
  font-size: 13px; line-height: 20px; color: var(--text-2); text-wrap: pretty; }
.note > svg { margin-top: 2px; }
.note > div { flex: 1; min-width: 0; display: flex; flex-direction: column; gap: 8px; overflow-wrap: anywhere; }
.err { background: var(--err-bg); border-color: var(--err-border); } .err > svg { color: var(--err); }
.warn { background: var(--warn-bg); border-color: var(--warn-border); } .warn > svg { color: var(--warn); }
.host { display: block; padding: 8px 12px; border: 1px solid var(--border-strong); border-radius: 6px; background: var(--surface);
  color: var(--text); font-size: 13px; line-height: 20px; font-weight: 600; }
.perm { list-style: none; display: flex; flex-direction: column; gap: 6px; font-size: 13px; line-height: 20px; }
.perm li { display: flex; gap: 10px; } .perm svg { margin-top: 2px; } .yes { color: var(--ok); } .no { color: var(--text-3); }
form { display: flex; flex-direction: column; gap: 16px; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.field { display: flex; flex-direction: column; gap: 6px; min-width: 0; }
label { font-size: 13px; line-height: 20px; font-weight: 600; }
input { width: 100%; height: 40px; padding: 0 10px; border: 1px solid var(--border-control); border-radius: 6px;
  background: var(--surface); color: var(--text); font: inherit; font-size: 16px; }
input[aria-invalid="true"] { border-color: var(--err); }
.code { letter-spacing: .06em; }
.button { display: flex; align-items: center; justify-content: center; gap: 8px; min-height: 44px; padding: 8px 12px;
  border: 1px solid var(--border-strong); border-radius: 6px; background: var(--surface); color: var(--text);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button:hover { background: var(--surface-2); border-color: var(--border-control); }
.primary { background: var(--accent-solid); border-color: var(--accent-solid); color: var(--on-accent); }
.primary:hover { background: var(--accent-solid-hover); border-color: var(--accent-solid-hover); }
.danger { color: var(--err); border-color: var(--err); } .danger:hover { background: var(--err-bg); border-color: var(--err); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.or { display: flex; align-items: center; gap: 12px; color: var(--text-3); font-size: 12px; line-height: 16px; }
.or::before, .or::after { content: ""; flex: 1; height: 1px; background: var(--border); }
@media (max-width: 480px) { .page { padding: 0; justify-content: flex-start; } .sheet { border-width: 0 0 1px; border-radius: 0; }
  .two { grid-template-columns: 1fr; } .part { padding: 16px; } .host { font-size: 14px; } }
`;
