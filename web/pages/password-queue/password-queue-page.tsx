import { PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call } from "../../api/call.ts";
import type { QueuedPassword } from "../../api/model.ts";
import { passwordQueuePath } from "../../api/password-queue.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { nameOfQueued, passwordQueueSource, type QueueAct } from "./password-queue-source.tsx";

interface Chosen {
  readonly act: QueueAct;
  readonly entry: QueuedPassword;
}

/** Page of the password changes that wait for their target systems, with their retries. */
export function PasswordQueuePage() {
  const say = useText();
  const [chosen, setChosen] = useState<Chosen>();
  const source = useMemo(() => passwordQueueSource(say, (act, entry) => setChosen({ act, entry })), [say]);
  return (
    <PageSection>
      <PageTitle name={say("passwordQueue.title")} />
      <p>{say("passwordQueue.explained")}</p>
      <ResourceTable source={source} />
      {chosen === undefined ? null : <ActDialog {...chosen} close={() => setChosen(undefined)} />}
    </PageSection>
  );
}

function ActDialog({ act, entry, close }: Chosen & { close(): void }) {
  const say = useText();
  const { key } = entry;
  return (
    <ConfirmDialog<unknown>
      title={say(`passwordQueue.${act}`)}
      of={nameOfQueued(entry, say)}
      explained={say(`passwordQueue.${act}Explained`)}
      action={say(`passwordQueue.${act}`)}
      isDanger={act === "drop"}
      call={act === "drop" ? call("POST passwordQueue()/drop", { key }) : call("POST passwordQueue()/retry", { key })}
      sets={[passwordQueuePath]}
      close={close}
    />
  );
}
