#!/bin/bash
# Builds the engine for browsers and the page around it, installs what is missing, and serves the page on this machine:
# ./scripts/web.sh [PORT]. With `build` it only builds, with `check` it builds, then checks types and runs the unit tests,
# with `e2e` it builds, then tests the page in Chromium. An engine that is up to date is not built again.
set -eu
cd "$(dirname "$0")/.."

# Vite needs a newer node than some Debians have; npm has newer ones.
node_is_new() {
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)'
}

engine_is_new() {
    [ -e web/engine/dist/cierzo.wasm ] && [ -z "$(find engine eval search bench protocol web/engine/lib web/engine/src scripts/web-engine.sh \
        meson.build -type f -newer web/engine/dist/cierzo.wasm -print -quit)" ]
}

scripts/install.sh web
[ "${1:-}" != e2e ] || scripts/install.sh browser
if ! node_is_new; then
    [ -x build-node/node_modules/node/bin/node ] || npm install --silent --no-save --prefix build-node node@22
    PATH="$PWD/build-node/node_modules/node/bin:$PATH"
    export PATH
fi
engine_is_new || scripts/web-engine.sh
cd web
[ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-fund --no-audit
npm run --silent build
# A port that is free, and with luck the next one too.
free_port() { node -e 'const s = require("net").createServer().listen(0, () => { console.log(s.address().port); s.close(); })'; }

case ${1:-} in
build) ;;
check) npm run --silent check ;;
e2e) CIERZO_E2E_PORT=${CIERZO_E2E_PORT:-$(free_port)} npm run --silent e2e ;;
*) exec node serve.mjs "${1:-8080}" ;;
esac
