import { randomInt } from "node:crypto";
import { createServer, type AddressInfo } from "node:net";

// Below the ports that systems give to outgoing calls (from 32768 on), which could take one before it is listened on.
const lowest = 20_000;
const highest = 32_000;
// Each process searches a stretch of its own, in turn, so that no concurrent search returns the port that it was just given.
const stretch = 100;
const stretches = (highest - lowest) / stretch;
let turn = randomInt(stretch);

/**
 * Returns a port of 127.0.0.1 that was free a moment ago, and that no concurrent search returns.
 * @throws Error when none was found
 */
export async function freePort(): Promise<number> {
  const first = lowest + (process.pid % stretches) * stretch;
  for (let attempt = 1; ; attempt += 1) {
    turn = (turn + 1) % stretch;
    try {
      return await listenBriefly(first + turn);
    } catch (error) {
      if (attempt === stretch) throw error;
    }
  }
}

/**
 * Makes sure that no one listens on a port of 127.0.0.1.
 * @throws Error "address already in use" when someone does
 */
export async function requireFreePort(port: number): Promise<void> {
  try {
    await listenBriefly(port);
  } catch (cause) {
    throw new Error(`Port ${port} of 127.0.0.1: address already in use.`, { cause });
  }
}

async function listenBriefly(wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
