// The built page in headless Chromium, served twice: as the README does it, isolated and so with threads, and as any plain
// host does, in a folder and without headers. Guards are generous, for busy machines; nothing here is a measurement.

import { defineConfig } from '@playwright/test';
import { CHROMIUM, FLAGS } from './browser.mjs';
import { ISOLATED, PLAIN } from './hosts.mjs';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: 'list',
  timeout: 300_000,
  expect: { timeout: 40_000 },
  use: {
    baseURL: ISOLATED.url,
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 40_000,
    launchOptions: { executablePath: CHROMIUM, args: FLAGS },
    screenshot: 'only-on-failure',
    // It would fetch everything once more in every test; offline.e2e.ts has it.
    serviceWorkers: 'block',
  },
  webServer: [
    { command: `node serve.mjs ${ISOLATED.port}`, cwd: '..', url: ISOLATED.url, timeout: 120_000 },
    { command: 'node plain-host.mjs', url: PLAIN.url, timeout: 120_000 },
  ],
});
