import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "ticketSystem";

/** Address and key of the desk: a plug-in gets nothing of the environment of the service, so they stand in its file. */
const desk = { address: "", key: "" };

/** A ticket, as the desk answers it. */
interface DeskTicket {
  readonly id: string;
  readonly url?: string;
}

/** Keeps tickets in a desk with a REST interface. The key of the task makes the desk open one ticket, however often it is asked. */
export const run: Plugin<"ticketSystem"> = async (task, services) => {
  // Without a desk the log stands in for it.
  if (desk.address === "") {
    services.log(`${task.act} ${task.ticket.key}: ${task.text}`);
    return { id: task.ticket.id ?? `T-${task.ticket.key.slice(0, 8)}` };
  }
  const operations = task.request.operations.map(({ title, targetSystemKey }) => `${title} (${targetSystemKey})`);
  const body = {
    open: { subject: task.text, text: operations.join("\n"), reference: task.ticket.key, callback: task.callback },
    comment: { comment: task.text },
    close: { comment: task.text, state: "closed" },
  }[task.act];
  const response = await fetch(`${desk.address}/tickets${task.ticket.id === null ? "" : `/${task.ticket.id}`}`, {
    method: task.ticket.id === null ? "POST" : "PATCH",
    headers: { authorization: `Bearer ${desk.key}`, "content-type": "application/json", "idempotency-key": task.id },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the desk answers ${response.status}`);
  const { id, url } = (await response.json()) as DeskTicket;
  return { id, ...(url !== undefined && { address: url }) };
};
