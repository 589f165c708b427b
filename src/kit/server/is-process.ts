/** Whether the system has a process with this id: of whichever user, and also one that ended and was not reaped. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (problem) {
    // EPERM: alive, but another user's.
    return (problem as NodeJS.ErrnoException).code === 'EPERM'
  }
}
