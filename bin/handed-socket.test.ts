import { expect, test } from "vitest";

import { handedDescriptor, takeHandedSocket } from "./handed-socket.ts";

const pid = 4711;

test("a socket that was meant for another process is not taken, and nobody else gets to know of it", () => {
  const variables = {
    LISTEN_FDS: "1",
    LISTEN_PID: "1",
    LISTEN_FDNAMES: "x",
    HTTP_PORT: "8080",
    GATEHOUSE_LISTEN_FD: "9",
  };
  takeHandedSocket(variables, pid);
  expect(variables).toEqual({ HTTP_PORT: "8080" });
  expect(handedDescriptor(variables)).toBeUndefined();
});

test("several sockets are refused with the way out", () => {
  const variables = { LISTEN_FDS: "2", LISTEN_PID: String(pid) };
  expect(() => takeHandedSocket(variables, pid)).toThrow(
    "systemd hands over 2 sockets (LISTEN_FDS): the API listens on one TCP socket. Give its unit one ListenStream= with a port.",
  );
});
