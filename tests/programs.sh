#!/usr/bin/env bash
# Runs the programs of docs/protocol.md as they stand there: tests/programs.sh ENGINE. Those of the browser run in node, with a
# stand-in for what a page has. What is not installed is left out.
set -eu
engine=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT

# block LANGUAGE FILE: the text between the fences.
block() {
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" docs/protocol.md | sed '/^```/d' >"$folder/$2"
    [ -s "$folder/$2" ] || { echo "no program in $1"; exit 1; }
}

block python game.py
block javascript game.js
block server server.js
block worker engine.js
block page page.js

finished() { grep -Eq '^result p[12]win$' <<<"$1" || { echo "$2: no result: $1"; exit 1; }; }

if command -v python3 >/dev/null; then
    finished "$(timeout 300 python3 "$folder/game.py" "$engine")" 'the Python program'
    echo 'the Python program played a game'
else
    echo 'no Python: its program is left out'
fi

if ! command -v node >/dev/null; then
    echo 'no node: its programs are left out'
    exit 0
fi
finished "$(timeout 300 node "$folder/game.js" "$engine")" 'the program for node'
echo 'the program for node played a game'

cat >"$folder/browser.js" <<'END'
const fs = require('fs');
const vm = require('vm');
const [, , base, folder] = process.argv;
const read = (name) => fs.readFileSync(`${folder}/${name}`, 'utf8');

class Worker {
  constructor(name) {
    this.scope = vm.createContext({
      fetch: (path, options) => fetch(base + path, options),
      postMessage: (data) => this.onmessage({ data }),
      TextDecoder,
    });
    vm.runInContext(read(name), this.scope);
  }
  postMessage(data) { this.scope.onmessage({ data }); }
  terminate() { process.exit(0); }
}
new Function('Worker', read('page.js'))(Worker);
END
node "$folder/server.js" "$engine" 0 >"$folder/port" &
server=$!
for _ in $(seq 300); do
    grep -q listening "$folder/port" && break
    sleep 0.1
done
answer=$(timeout 300 node "$folder/browser.js" "http://127.0.0.1:$(awk '{ print $3 }' "$folder/port")" "$folder")
grep -Eq '^the engine plays [a-j0-9,/]+$' <<<"$answer" || { echo "the page: $answer"; exit 1; }
echo 'the programs for a browser got a move'
