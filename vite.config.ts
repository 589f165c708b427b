import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The browser's files. No inline scripts and no data: modules, because the console allows scripts from itself only. */
export default defineConfig({
  root: 'src/app',
  base: '/',
  publicDir: false,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: ['chrome120', 'firefox121', 'safari17'],
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
})
