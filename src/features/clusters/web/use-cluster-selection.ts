import { useState } from 'react'
import { onePlatform } from '#features/findings/web/one-platform.ts'
import { texts as findingTexts } from '#features/findings/web/texts.ts'
import { toastInfo } from '#kit/web/alerts.ts'
import type { MemberDecision } from './MemberTools.tsx'

/** The selected values and findings of a cluster, and the decision that is being made on the findings. */
export function useClusterSelection(reload: () => void) {
  const [values, setValues] = useState<ReadonlySet<string>>(new Set())
  /** The platform of each finding by its id. */
  const [findings, setFindings] = useState<ReadonlyMap<string, string>>(new Map())
  const [decision, setDecision] = useState<MemberDecision>()
  const selectNone = () => {
    setValues(new Set())
    setFindings(new Map())
  }
  return {
    values,
    setValues,
    findings,
    setFindings,
    decision,
    setDecision,
    selectNone,
    /** Shows what has changed, with nothing selected. */
    finish: () => {
      selectNone()
      reload()
    },
    decide: (status: string) => {
      const platform = onePlatform(findings.values())
      if (platform) setDecision({ platform, dialog: { kind: 'decide', status } })
      else toastInfo(findingTexts.onePlatform)
    },
  }
}
