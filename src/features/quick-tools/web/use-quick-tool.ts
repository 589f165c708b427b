import { useState } from 'react'
import { quickToolQueue } from '#features/quick-tools/contract.ts'
import { forgetGrant, rememberedGrant } from '#features/action-passwords/web/grants.ts'
import { inputOf, maxUrls, recordsOf, urlsIn } from '#features/quick-tools/rules.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed, failedWith } from '#kit/web/call.ts'
import type { QuickTool } from '#vocabulary/quick-tools.ts'
import { texts } from './texts.ts'

export type QuickToolForm = {
  report: QuickTool | undefined
  /** What was typed, or the text of the file. */
  text: string
  fileName: string
  platform: string | undefined
  fullscreen: boolean
  proxy: boolean
}

const empty: QuickToolForm = {
  report: undefined,
  text: '',
  fileName: '',
  platform: undefined,
  fullscreen: false,
  proxy: false,
}

/**
 * The form of a quick tool and its steps: password, then confirmation, then the queue (S-178 to S-181). The password is
 * asked for only when no grant of it is left (G82).
 */
export function useQuickTool(reload: () => void) {
  const [form, setForm] = useState(empty)
  const [step, setStep] = useState<'form' | 'password' | 'confirm'>('form')
  const userId = useSession().user?.id ?? ''
  const [granted, setGranted] = useState<{ grant: string; until: number }>()
  const [isBusy, setBusy] = useState(false)
  const { report, text, platform } = form
  const urls = report ? urlsIn(report, text) : []
  const isComplete = report !== undefined && (inputOf[report] === 'platform' ? platform !== undefined : urls.length > 0)
  const close = () => setStep('form')
  const requestPassword = (tool: QuickTool) => {
    const remembered = rememberedGrant(userId, tool)
    setGranted(remembered)
    setStep(remembered ? 'confirm' : 'password')
  }
  const send = async () => {
    if (!report || !granted) return
    setBusy(true)
    try {
      const { fullscreen, proxy } = form
      const { message } = await call(
        quickToolQueue.request,
        { report, urls, platform: platform ?? 'domain', fullscreen, proxy, headless: true },
        { headers: { 'x-action-grant': granted.grant } },
      )
      toastSuccess(message)
      setForm({ ...empty, report })
    } catch (problem) {
      // The server no longer accepts it: the next start asks for the password.
      if (failedWith(problem, 403)) forgetGrant(userId, report)
      toastError(problem instanceof CallFailed ? sentenceOf(problem) : texts.failed)
    }
    setBusy(false)
    close()
    reload()
  }
  return {
    form,
    urls,
    step,
    isBusy,
    /** Start Processing is disabled otherwise (S-176). */
    canStart: isComplete && urls.length <= maxUrls,
    /** What the confirmation says; flipkart and facebookScan count as 1 (S-180). */
    records: report ? recordsOf(report, urls.length) : 0,
    change: (change: Partial<QuickToolForm>) => setForm((now) => ({ ...now, ...change })),
    choose: (chosen: QuickTool | undefined) => setForm({ ...empty, report: chosen }),
    start: () => {
      if (isComplete) requestPassword(report)
    },
    /** The password was right: its grant is remembered. */
    proceed: () => {
      if (report) requestPassword(report)
      return Promise.resolve()
    },
    /** Until when the password is not asked for again, in milliseconds. */
    grantedUntil: granted?.until,
    accept: () => void send(),
    close,
  }
}

/** The message about a field says more than that of the whole call. */
const sentenceOf = ({ message, fields }: CallFailed): string => Object.values(fields)[0] ?? message

export type QuickToolSteps = ReturnType<typeof useQuickTool>
