import { useQueryClient } from '@tanstack/react-query'
import { enforcement } from '#features/enforcement/contract.ts'
import { toastOutcome, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { texts } from './texts.ts'

type Sent = { message: string; recallSeconds: number; notices: { recordIds: string[] } | { batch: string } }

/** Reports that notices are being sent, with 'Recall' for as long as none of them leaves. */
export function useRecall(onRecalled: () => void): (sent: Sent) => void {
  const client = useQueryClient()
  const recall = async (notices: Sent['notices']) => {
    await toastOutcome(() => call(enforcement.recall, notices))
    void client.invalidateQueries({ queryKey: ['enforcement'] })
    onRecalled()
  }
  return ({ message, recallSeconds, notices }) => {
    if (recallSeconds === 0) return toastSuccess(message)
    toastSuccess(texts.leavesIn(message, recallSeconds), {
      milliseconds: recallSeconds * 1000,
      action: { label: texts.recall, run: () => void recall(notices) },
    })
  }
}
