import { Dropdown, MenuToggle } from "@patternfly/react-core";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";

import { inMain } from "./in-main.ts";

interface MenuButtonProps extends Pick<ComponentProps<typeof MenuToggle>, "variant" | "aria-label"> {
  /** Label of the button. */
  readonly words: ReactNode;
  /** True if the menu stays open after a selection; its items close it then. */
  readonly isKept?: boolean;
  /** Draws the items of the menu. */
  children(close: () => void): ReactNode;
}

/** A button with a menu. The menu takes the focus when it opens, and returns it to the button. */
export function MenuButton({ words, isKept = false, children, ...look }: MenuButtonProps) {
  const toggle = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    // The selected item disappears, and a dialog returns the focus to the element that had it before.
    toggle.current?.focus();
  };
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      {...(!isKept && { onSelect: close })}
      shouldFocusFirstItemOnOpen
      popperProps={{ preventOverflow: true, appendTo: inMain, position: "end" }}
      toggle={{
        toggleRef: toggle,
        toggleNode: (
          <MenuToggle ref={toggle} {...look} isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words}
          </MenuToggle>
        ),
      }}
    >
      {children(close)}
    </Dropdown>
  );
}
