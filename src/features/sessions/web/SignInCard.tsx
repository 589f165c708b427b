import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConnectionBanner } from '#kit/web/ConnectionBanner.tsx'
import { useSettings } from '#kit/web/settings.ts'
import classes from './SignInCard.module.css'

/** Page layout of the screens for people who are not signed in. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <ConnectionBanner />
      <main className={classes['page']}>
        <div className={classes['column']}>
          <p className={classes['name']}>
            <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden>
              <rect width="32" height="32" rx="7" fill="#3b4cc0" />
              <g fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
                <path d="M16 6l8 3v6.5c0 5-3.3 8.8-8 10.5-4.7-1.7-8-5.5-8-10.5V9z" />
                <path d="M12.3 15.8l2.7 2.7 4.9-5.2" />
              </g>
            </svg>
            {useSettings().productName}
          </p>
          <Paper p="lg" className={classes['card']!}>
            <Title order={1} mb="md">
              {title}
            </Title>
            {children}
          </Paper>
        </div>
      </main>
    </>
  )
}
