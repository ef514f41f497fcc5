import { useMutation, useQueryClient } from "@tanstack/react-query";

import { call, change } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import { pathOf } from "../../api/path.ts";
import { targetSystemsPath } from "../../api/target-systems.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";

interface GiveBackDialogProps {
  readonly targetId: string;
  /** Number of the groups. */
  readonly count: number;
  close(): void;
}

/** A dialog that asks before the groups that discoveries took are no longer managed; it calls until none is left. */
export function GiveBackDialog({ targetId, count, close }: GiveBackDialogProps) {
  const say = useText();
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      for (;;) {
        const { unmanaged, left } = await change(
          call("POST targetSystems()/unmanageDiscoveredGroups", { key: targetId }),
        );
        if (left === 0 || unmanaged === 0) return;
      }
    },
    onSettled: () => readAnew(client, targetSystemsPath, pathOf("groups")),
    onSuccess: close,
  });
  return (
    <FormDialog
      title={say("managedGroups.giveBack")}
      of={targetId}
      explained={say("managedGroups.giveBackExplained", { count })}
      action={say("managedGroups.giveBack")}
      isPending={isPending}
      error={error}
      send={() => mutate()}
      close={close}
    />
  );
}
