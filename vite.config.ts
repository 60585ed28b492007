import tailwind from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import solid from 'vite-plugin-solid';
import { consoleHeaders } from './runtime/static-files/console-headers.ts';
import { precompressFolder } from './runtime/static-files/precompress.ts';

/**
 * Builds the console: hashed files in console/dist, one chunk per page, nothing inline, so that
 * `default-src 'self'` holds. `vite` serves it for development and passes the rest to the server at RMM_LISTEN.
 */
const api = `http://${process.env.RMM_LISTEN ?? '127.0.0.1:8080'}`;

/** Passed on to the server, which has to know this origin as RMM_CONSOLE_URL for live sockets (runtime/dev.ts sets it). */
const proxy = {
  '^/api/': api,
  '^/(dl/|install\\.|uninstall\\.)': api,
  '^/ws/': { target: api, ws: true },
};

/** Compresses what was built, once: the server picks the copy that a browser accepts. */
function precompress(): Plugin {
  return {
    name: 'muster:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir) await precompressFolder(dir);
    },
  };
}

/** theme.js has to run before the first paint, so it is a classic blocking script; Vite bundles only modules. */
function themeBeforePaint(): Plugin {
  return {
    name: 'muster:theme-before-paint',
    async buildStart() {
      if (this.meta.watchMode || this.environment.mode !== 'build') return;
      const source = await this.fs.readFile(new URL('./console/theme.js', import.meta.url).pathname);
      this.emitFile({ type: 'asset', name: 'theme.js', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const built = Object.values(context.bundle ?? {}).find(
          (output) => output.type === 'asset' && output.names.includes('theme.js'),
        );
        const src = `/${built?.fileName ?? 'theme.js'}`;
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
      },
    },
  };
}

export default defineConfig({
  root: 'console',
  plugins: [solid(), tailwind(), themeBeforePaint(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { host: '127.0.0.1', proxy },
  // The headers that the server sends with the console's HTML, so that a violation shows early.
  preview: { host: '127.0.0.1', headers: consoleHeaders(api), proxy },
});
