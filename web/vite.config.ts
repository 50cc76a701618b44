import { defineConfig } from 'vite';
import { nativeEngine } from './dev/bridge';

// With these headers a page is cross-origin isolated, and the engine may use threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const native = process.env['NATIVE_ENGINE'];

export default defineConfig({
  base: './',
  define: { NATIVE: JSON.stringify(native !== undefined) },
  plugins: native === undefined ? [] : [nativeEngine(native)],
  server: { headers },
  preview: { headers },
  build: { target: 'es2022', assetsInlineLimit: 0 },
});
