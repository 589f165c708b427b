import { refreshUser } from '#features/sessions/web/refresh-user.ts'
import { onTimedOut, storedSession, timeOut, watchSession } from '#features/sessions/web/session-store.ts'
import { sessionBegan, toastSessionOver } from '#kit/web/alerts.ts'
import { failedWith } from '#kit/web/call.ts'
import { forgetForms, rememberForms } from '#kit/web/ended-forms.ts'
import { queries } from './queries.ts'
import { router } from './router.tsx'

/**
 * Checks the stored token once when the page loads (C-251). A token that the server refuses starts the time-out flow
 * (C-347); a server that cannot be reached, fails or is busy (429) does not sign anybody out.
 */
export function beginSession(): void {
  onTimedOut((userId) => {
    rememberForms(userId)
    toastSessionOver()
    queries.clear()
    void router.navigate({ to: '/login', replace: true, ignoreBlocker: true })
  })
  let lastId = storedSession().user?.id
  watchSession(() => {
    const { user } = storedSession()
    if (!user) return
    // Somebody else signed in, perhaps in another tab: answers for the last person are none of theirs.
    if (lastId !== undefined && user.id !== lastId) queries.clear()
    lastId = user.id
    sessionBegan()
    forgetForms(user.id)
  })
  void refreshUser().then((error) => {
    if (failedWith(error, 401)) timeOut()
  })
}
