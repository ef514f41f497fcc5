import { useBlocker } from "react-router";

import { unsavedForms } from "../base/unsaved.ts";
import { openedLater } from "../components/opened-later.tsx";
import { useText } from "../messages/text.ts";
import { paths } from "../paths.ts";

const FormDialog = openedLater(async () => (await import("../components/form-dialog.tsx")).FormDialog);

/** A dialog that asks before a page with unsaved input is left for another one; after a sign-out it does not ask. */
export function UnsavedQuestion() {
  const say = useText();
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsavedForms.get().size > 0 && ![currentLocation.pathname, paths.signIn].includes(nextLocation.pathname),
  );
  if (leaving.state !== "blocked") return null;
  return (
    <FormDialog
      title={say("edit.leaveTitle")}
      explained={say("edit.leaveExplained")}
      action={say("edit.leave")}
      isDanger
      isPending={false}
      error={null}
      send={() => leaving.proceed()}
      close={() => leaving.reset()}
    />
  );
}
