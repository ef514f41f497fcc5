import type { Tagged } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { entity } from "../../api/odata.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";

interface PartRemovalProps {
  /** Path of the set of the part. */
  readonly path: string;
  readonly row: Tagged<{ readonly key: string }>;
  readonly title: string;
  /** Consequences of the removal. */
  readonly explained: string;
  close(): void;
}

/** A dialog that removes a part of a target system after a confirmation, if it is still the version that was read. */
export function PartRemoval({ path, row, title, explained, close }: PartRemovalProps) {
  const say = useText();
  const { mutate, isPending, error } = useChanging([path]);
  return (
    <FormDialog
      title={title}
      explained={explained}
      isPending={isPending}
      error={error}
      close={close}
      action={say("action.remove")}
      isDanger
      send={() =>
        mutate(
          { method: "DELETE", path: entity(path, row.key), etag: row["@odata.etag"] ?? null },
          { onSuccess: close },
        )
      }
    />
  );
}
