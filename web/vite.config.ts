import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `npm run dev` passes API calls on to a running gateway (CHESS_URL); in production the gateway
// serves the page itself. Assets are never inlined: the page runs under a strict content policy.
const gateway = process.env.CHESS_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: {
    // scripts/finish_build.mjs moves it to dist/ when it is whole: a gateway may be serving from there.
    outDir: 'node_modules/.build',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Besides the page: the rules as WebAssembly, in chunks that are fetched when they are needed.
    rollupOptions: {
      input: { index: 'index.html', rules: 'src/rules/load.ts' },
      preserveEntrySignatures: 'exports-only',
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '^/chess\\.': { target: gateway, changeOrigin: true } },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
});
