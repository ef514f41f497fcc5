import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that serves the script of a CAPTCHA and scores its tokens. */
export interface CaptchaServer {
  readonly origin: string;
  /** Score of all tokens. */
  score: number;
  /** Availability of the script: served, refused, or never answered. */
  script: "there" | "refused" | "late";
  /** Tokens whose score was requested. */
  readonly judged: string[];
  close(): void;
}

/** Script of the CAPTCHA. Its token holds the site key and the action. */
const script = `const grecaptcha = {
  ready: (then) => setTimeout(then),
  execute: async (siteKey, { action }) => [siteKey, action].join("."),
};`;

/** Starts the server on this machine. */
export async function startCaptchaServer(): Promise<CaptchaServer> {
  const judged: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      if (captcha.script === "late") return;
      response.writeHead(captcha.script === "there" ? 200 : 503, { "content-type": "text/javascript" }).end(script);
      return;
    }
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      judged.push(new URLSearchParams(text).get("response") ?? "");
      const judgement = { success: true, score: captcha.score, action: "sign_in", hostname: "gatehouse.example" };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...judgement, challenge_ts: new Date().toISOString() }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const captcha: CaptchaServer = {
    origin: `http://127.0.0.1:${port}`,
    score: 0.9,
    script: "there",
    judged,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return captcha;
}
