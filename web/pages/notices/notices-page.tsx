import { Button, PageSection } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { call, change } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import type { Notice } from "../../api/model.ts";
import { noticesPath } from "../../api/notices.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { MailChoice } from "./mail-choice.tsx";
import { noticeSource } from "./notice-table.tsx";

/** Page of the user's notifications, with the settings for email. */
export function NoticesPage() {
  const say = useText();
  const { user } = useSession();
  const may = useMay();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Notice>>(new Map());
  const source = useMemo(() => noticeSource(user.key, say), [user.key, say]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (keys: readonly string[]) => {
      for (const key of keys) await change(call("PATCH notices()", { key, body: { read: true } }));
    },
    onSuccess: () => setChosen(new Map()),
    // The notifications before a refused one are read already.
    onSettled: () => readAnew(client, noticesPath),
  });
  const unread = [...chosen.values()].filter(({ read }) => !read).map(({ key }) => key);
  const marks = may("notices_patch_update");
  return (
    <PageSection>
      <PageTitle name={say("notices.title")} />
      {error === null ? null : <ErrorAlert error={error} />}
      <ResourceTable
        source={source}
        {...(marks && { chosen: { rows: chosen, change: setChosen } })}
        actions={
          marks ? (
            <Button
              variant="secondary"
              isLoading={isPending}
              isDisabled={isPending || unread.length === 0}
              onClick={() => mutate(unread)}
            >
              {say("notices.mark", { count: unread.length })}
            </Button>
          ) : null
        }
      />
      {!may("users_post_choosenotices") ? null : <MailChoice />}
    </PageSection>
  );
}
