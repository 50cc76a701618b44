// Where the tests find the page. Two ports beside each other; another pair where these are taken.

const port = Number(process.env.CIERZO_E2E_PORT ?? 5391);

export const ISOLATED = { port, url: `http://localhost:${port}/` };
export const PLAIN = { port: port + 1, url: `http://localhost:${port + 1}/games/cierzo/` };
