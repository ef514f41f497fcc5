import type { TestAnswer, TestApi } from "./api.ts";
import { pkce } from "./registered-clients.ts";

type Fields = Readonly<Record<string, string>>;

/** The browser of a test on the sign-in page, which keeps its cookie. */
export interface PageBrowser {
  /** Opens the page for a request; `fields` replace those that a client usually sends. */
  begin(fields?: Fields, headers?: Fields): Promise<TestAnswer>;
  /** Sends the form of a page with the fields entered. */
  submit(page: TestAnswer, fields: Fields): Promise<TestAnswer>;
}

/** Returns the handle in the form of a page. */
export function handleOf({ text }: TestAnswer): string {
  return /name="handle" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

/** Returns the text of the alert on a page; undefined if there is none. */
export function alertOf({ text }: TestAnswer): string | undefined {
  return /role="alert">([^<]+)</.exec(text)?.[1];
}

/** Returns the parameters with which the browser is redirected to a client. */
export function answerOf({ headers }: TestAnswer): URLSearchParams {
  return new URL(String(headers["location"])).searchParams;
}

/** Returns a new browser for requests of one client. */
export function pageBrowser(api: TestApi, request: Fields): PageBrowser {
  let cookie = "";
  const usual = { response_type: "code", code_challenge: pkce.challenge, code_challenge_method: "S256" };
  return {
    async begin(fields = {}, headers = {}) {
      const query = new URLSearchParams({ ...usual, ...request, ...fields }).toString();
      const shown = cookie === "" ? {} : { cookie };
      const page = await api.send("GET", `/identity/connect/authorize?${query}`, { headers: { ...shown, ...headers } });
      cookie = String(page.headers["set-cookie"] ?? cookie).split(";", 1)[0] ?? "";
      return page;
    },
    // With Referrer-Policy: no-referrer, browsers send a form without its origin.
    submit: (page, fields) =>
      api.send("POST", "/identity/connect/sign-in", {
        form: { handle: handleOf(page), ...fields },
        headers: { origin: "null", cookie },
      }),
  };
}
