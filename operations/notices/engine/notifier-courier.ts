import { ServiceError } from "#domain/errors.ts";
import { type RenderedMail, renderMail } from "#domain/notices/render-mail.ts";
import { readMailTexts } from "#platform/mail/mail-texts-folder.ts";
import type { NotifierRequest } from "#plugins/contract/notifier.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Attempt, Courier } from "../../kernel/courier.ts";
import { pluginServices } from "../../plug-ins/engine/plugin-services.ts";
import { pluginUser } from "../../plug-ins/engine/plugin-user.ts";
import { droppedText, noticesContent } from "./mail-content.ts";
import { mailRecipients } from "./mail-recipients.ts";

type Notice = Row<"notices">;
type Message = Pick<RenderedMail, "subject" | "text">;

/** Courier of notices: it asks the plug-ins of `NOTIFIER_PLUGINS` in their order, until one has brought the notice to its person. */
export const notifierCourier: Courier<CallContext> = {
  async attempt(context, { subjectKey }) {
    const { store, settings } = context;
    const notice = await store.get("notices", subjectKey);
    if (notice === undefined) return refused(droppedText);
    const user = await store.get("users", notice.userKey);
    if (user === undefined || user.disabled) return refused("The person is gone, or disabled.");
    if (settings.notifierPlugins.length === 0) return refused("NOTIFIER_PLUGINS names no plug-in any more.");
    const { subject, text } = await messageOf(context, notice);
    return askInOrder(context, {
      id: notice.key,
      to: await pluginUser(context, notice.userKey),
      event: notice.kind,
      subject,
      text,
      request: await requestOf(context, notice),
    });
  },
};

function refused(reason: string): Attempt {
  return { outcome: "refused", plugin: null, reason };
}

async function requestOf(context: CallContext, { requestKey }: Notice): Promise<NotifierRequest["request"]> {
  if (requestKey === null) return null;
  const subject = await (await context.tables.subjectKind("request")).read(context, requestKey);
  return (await subject?.described(context)) ?? null;
}

/** Asks the next plug-in only if the one before says that it did not send, because one that fails may have sent it. */
async function askInOrder(context: CallContext, request: NotifierRequest): Promise<Attempt> {
  const { plugins, settings } = context;
  let last = refused("No plug-in was asked.");
  for (const name of settings.notifierPlugins) {
    try {
      const services = pluginServices(context);
      const { sent, reason = null } = await plugins.ask({ kind: "notifier", name, request, services });
      if (sent) return { outcome: "delivered", plugin: name, reason: null };
      last = { outcome: "refused", plugin: name, reason };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== "PLUGIN_UNUSABLE") throw error;
      return { outcome: "later", plugin: name, reason: error.message };
    }
  }
  return last;
}

async function messageOf(context: CallContext, notice: Notice): Promise<Message> {
  const recipient = (await mailRecipients(context, [notice.userKey])).get(notice.userKey);
  const { textsFor } = await readMailTexts(context.settings.mailTextsFolder);
  const notices = await noticesContent(context, [notice]);
  return renderMail(textsFor(recipient?.languages ?? []), { digest: false, person: recipient?.name ?? "", notices });
}
