// Where the tests find the page.

export const ISOLATED = { port: 5391, url: 'http://localhost:5391/' };
export const PLAIN = { port: 5392, url: 'http://localhost:5392/games/cierzo/' };
