import { useSession } from '#features/sessions/web/session-context.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { Role } from '#vocabulary/roles.ts'
import classes from './home.module.css'

const HomeNumbers = lazyPart(() => import('./HomeNumbers.tsx').then((module) => module.HomeNumbers))

/** The numbers of a role on the screen that is its home; nothing for any other role. Their code comes after the screen's. */
export function HomeNumbersSlot({ role }: { role: Role }) {
  const session = useSession()
  if (session.role !== role) return null
  // What is below would jump when the numbers arrive: their room is there from the first moment on.
  return (
    <div className={classes['room']} data-role={role}>
      <div>
        <HomeNumbers role={role} />
      </div>
    </div>
  )
}
