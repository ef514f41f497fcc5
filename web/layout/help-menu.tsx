import { DropdownItem, DropdownList } from "@patternfly/react-core";
import { useEffect, useState } from "react";

import { MenuButton } from "../components/menu-button.tsx";
import { openedLater } from "../components/opened-later.tsx";
import { hearKeys, usePageActions } from "../keyboard/page-actions.ts";
import { withTexts } from "../messages/language.ts";
import { useText } from "../messages/text.ts";
import { beginTour } from "../tour/tour-step.ts";

const CommandPalette = openedLater(
  async () => (await withTexts("help", import("./command-palette.tsx"))).CommandPalette,
);
const ShortcutsDialog = openedLater(
  async () => (await withTexts("help", import("../keyboard/shortcuts-dialog.tsx"))).ShortcutsDialog,
);

const mark = "?";
const entries = ["palette", "shortcuts", "tour"] as const;

/** Menu with the palette, the list of shortcuts and the tour. It listens for the keys of every page. */
export function HelpMenu() {
  const say = useText();
  const [shown, setShown] = useState<"palette" | "shortcuts">();
  useEffect(() => hearKeys(document), []);
  usePageActions({ palette: () => setShown("palette"), shortcuts: () => setShown("shortcuts") });
  const close = () => setShown(undefined);
  return (
    <>
      <MenuButton variant="plain" aria-label={say("help.title")} words={<span aria-hidden>{mark}</span>}>
        {() => (
          <DropdownList>
            {entries.map((entry) => (
              <DropdownItem key={entry} onClick={() => (entry === "tour" ? beginTour() : setShown(entry))}>
                {say(`help.${entry}`)}
              </DropdownItem>
            ))}
          </DropdownList>
        )}
      </MenuButton>
      {shown === "palette" ? <CommandPalette close={close} /> : null}
      {shown === "shortcuts" ? <ShortcutsDialog close={close} /> : null}
    </>
  );
}
