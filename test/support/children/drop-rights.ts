const NOBODY = 65534;

/** Root may do everything, whatever the permissions say: go on as nobody. Everything needed must be loaded before. */
export function dropRights(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
