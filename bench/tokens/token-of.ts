import { createHttpClient } from "#test/support/http-client.ts";

/** Path of the token endpoint. */
export const tokenPath = "/identity/connect/token";

/** Requests the access token that a server issues for a form. */
export async function tokenOf(address: string, form: string): Promise<string> {
  const http = createHttpClient(address, 1);
  const { status, body } = await http.call("POST", tokenPath, { form });
  http.close();
  if (status !== 200) throw new Error(`${address} gives no token: ${JSON.stringify(body)}`);
  return (body as { access_token: string }).access_token;
}
