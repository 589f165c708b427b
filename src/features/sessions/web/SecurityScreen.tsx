import { PageFrame } from '#kit/web/PageFrame.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { TwoFactorSection } from './TwoFactorSection.tsx'
import { texts } from './texts.ts'
import classes from './Security.module.css'

/** Everybody's own second factor and sessions. */
export function SecurityScreen() {
  return (
    <PageFrame title={texts.securityTitle}>
      <div className={classes['sections']}>
        <TwoFactorSection />
        <PasswordSection />
        <SessionsSection />
      </div>
    </PageFrame>
  )
}
