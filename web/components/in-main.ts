/** Returns the parent of menus, tooltips and calendars: the main part of the page, so that they stand in a landmark. */
export function inMain(): HTMLElement {
  return document.querySelector("main") ?? document.body;
}
