import { defineConfig } from 'vite';
import { engineFiles } from './engine-files.ts';
import { offline } from './offline.ts';

// With these headers a page is cross-origin isolated, and the engine may use threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  base: './',
  plugins: [engineFiles(), offline()],
  server: { headers },
  preview: { headers },
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
