import { describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import { mailPlatforms, platforms } from '#platforms/all.ts'
import { roles } from '#vocabulary/roles.ts'

/**
 * Table G34, written out call by call: a contract whose access differs from the decision fails here, and so does a new
 * call that is in no list. The duplication is intended.
 */
const table: [who: string, calls: string][] = [
  [
    'public',
    `GET /auth/google, GET /auth/google/callback, GET /auth/popup.js, GET /files/{bucket}/{key}, GET /settings,
    GET /report-subscriptions/stop, POST /report-subscriptions/stop, POST /users/authenticate, POST /users/forgotpassword, POST /users/v1/updatepassword,
    POST /users/verify-token, POST /users/verify-token/{token}, POST /users/verify/token`,
  ],
  [
    'limited',
    `POST /users/authenticator/required/begin, POST /users/authenticator/required/confirm, POST /users/v1/send2FaMail,
    POST /users/v2/authenticate`,
  ],
  [
    'Client, Analyst, Admin',
    `GET /activity/{subject}/{id}, POST /activity/{subject}/{id}, GET /activity/{subject}/{id}/people,
    GET /activity/notifications/{id}, GET /activity-choices, PUT /activity-choices, POST /activity-files,
    GET /brand, GET /brand/client/{companyId}, GET /clusters, GET /clusters/{id}, GET /clusters/{id}/findings,
    GET /clusters/of-finding/{id}, GET /clusters/similar, POST /clusters/{id}/decide, POST /clusters/{id}/decide/preview, GET /company, GET /dashboard_v2/client/chart/app-store,
    GET /dashboard_v2/client/chart/domain, GET /dashboard_v2/client/chart/eCommerce,
    GET /dashboard_v2/client/chart/home, GET /dashboard_v2/client/chart/social-media,
    GET /dashboard_v2/client/chart/website, GET /docs/link, GET /enforcement/agreed-days, GET /enforcement/clock, GET /ecommerce/uniqueSellerData, GET /notifications,
    GET /notifications/stream, GET /notifications/{id}/scope, GET /home/numbers, GET /search, GET /search/recent, POST /search/recent, GET /trapPurchase/download-xls, GET /trapPurchase/v2/getTrapPurchaseRecord,
    GET /users/getEmailId, GET /users/security, GET /users/sessions, DELETE /users/sessions/{id},
    POST /users/sessions/end-others, POST /users/authenticator/begin, POST /users/authenticator/confirm,
    POST /users/authenticator/recovery-codes, POST /users/authenticator/turn-off, POST /users/revoke-token, POST /users/v1/markNotification,
    GET /{platform}, GET /{platform}/download-xls, GET /{platform}/facets, GET /{platform}/filter-counts, GET /{platform}/rows, GET /{platform}/total, GET /{platform}/{id}/comments,
    GET /data-log/changes/{id}, GET /domain-search-schedule/genuine, GET /decisions, GET /decisions/{id}, POST /decisions, POST /decisions/preview, POST /decisions/one/{id},
    GET /user-settings, PUT /user-settings, GET /saved-views, GET /saved-views/pinned, POST /saved-views, PUT /saved-views/{id},
    PUT /saved-views/{id}/sharing, PUT /saved-views/{id}/pin, DELETE /saved-views/{id}, POST /decisions/undo-one/{id}, POST /decisions/{id}/stop, POST /decisions/{id}/undo`,
  ],
  [
    'Client, Admin',
    `GET /tmch, GET /tmch/download-xls, POST /save-bulk-data/update-infrigement-status/{id},
    POST /save-bulk-data/undo-infrigement-status/{id}, POST /{platform}/update-bulk-infrigement-status, POST /{platform}/undo-bulk-approve,
    POST /{platform}/approve-matching, POST /{platform}/undo-matching`,
  ],
  [
    'Client',
    `POST /home/visit, GET /home/taken-down, GET /client-request, POST /client-request, POST /client-request/uploadMultipleDomain, GET /report-subscriptions,
    POST /report-subscriptions,
    GET /{platform}/decision-sheet, POST /{platform}/decide, POST /{platform}/{id}/{comment}`,
  ],
  [
    'Analyst, Admin',
    `GET /home/answers, GET /work, GET /work/board, POST /work/assign, POST /work/take, POST /work/move, POST /work/undo-move,
    GET /domain-search-schedule/fetch-searched-domains, POST /domain-search-schedule/take-action,
    POST /domain-search-schedule/take-actions, POST /domain-search-schedule/take-back, POST /clusters/{id}/join, POST /clusters/{id}/part, POST /clusters/{id}/put-back, GET /case-files, POST /case-files, GET /case-files/{id}, GET /case-files/{id}/download, GET /client-requests,
    POST /client-requests/take, POST /client-requests/{id}/decline, POST /client-requests/{id}/release,
    POST /enforcement/form-record, POST /enforcement/form-sheet, POST /next-steps/{id}/form,
    GET /enforcement-mail-configuration/abuse-emails, GET /enforcement/actions-taken, GET /enforcement/answer-box,
    GET /enforcement/answers-to-review, POST /enforcement/answers/{id}/review, GET /enforcement/answers/{id}/notices, GET /enforcement/answers/{id}/records, PUT /enforcement/answers/{id}/records, GET /list-desks,
    PUT /enforcement/answers/{id}/kind, POST /enforcement/bulk-enforcement,
    GET /case-files/complaint/{platform}/{id}, GET /case-files/complaint/{platform}/{id}/pdf, GET /enforcement/league, GET /enforcement/league/file, GET /enforcement/get-last-enforcement-record, GET /enforcement/mail-progress/{id},
    GET /enforcement/filing-sheet/{platform}/{id}, POST /enforcement/decisions, POST /enforcement/decisions/preview, POST /enforcement/filter-counts, POST /enforcement/notice-check, POST /enforcement/notice-preview, POST /enforcement/recall-notices, POST /enforcement/send-plan, GET /enforcement/proofs/{platform}/{id}, PUT /enforcement/proofs/{platform}/{id}, GET /enforcement/phishing-messages/{platform}/{id}, POST /enforcement/phishing-messages/{platform}/{id}, DELETE /enforcement/phishing-messages/{platform}/{id}/{messageId},
    POST /enforcement/send-preview, POST /enforcement/send-groups, GET /enforcement/proposals, POST /enforcement/proposals/decide,
    POST /enforcement/upload, GET /enforcement/visits/{id}, POST /enforcement/visits/{id}, GET /page-pictures/{id}, POST /page-pictures/take, POST /page-pictures/{id}, GET /next-steps,
    GET /next-steps/{id}, POST /next-steps/decide, POST /save-bulk-data, POST /save-bulk-data/bulk-update,
    POST /save-bulk-data/check, POST /services/duplicate-check,
    DELETE /gateway/scraper3/api/queue/{id}, DELETE /gateway/scraper4/api/queue/{id}, GET /gateway/scraper3/api/queue,
    GET /gateway/scraper4/api/queue, GET /scraped/records/{id}/failed, GET /scraped/scrapper1/getdata,
    GET /scraped/scrapper2/getdata, GET /trademark, GET /trademark/{id}/failed, POST /gateway/scraper3/api/queue,
    POST /gateway/scraper4/api/queue, POST /scraped/deleteQueuedRecord, POST /scraped/records/{id}/cancel,
    POST /scraped/records/{id}/links, POST /scraped/records/{id}/pause, POST /scraped/records/{id}/resume, POST /scraped/records/{id}/retry-failed,
    POST /scraped/scrapper1/postdata, POST /scraped/scrapper2/postdata, POST /trademark, POST /trademark/{id}/cancel,
    POST /trademark/{id}/links, POST /trademark/{id}/pause, POST /trademark/{id}/resume, POST /save-bulk-data/delete-multiple, POST /save-bulk-data/undo-delete-multiple,
    POST /save-bulk-data/fetch-available-reporting-dates, POST /save-bulk-data/fetch-bulk-data,
    POST /save-bulk-data/fetch-data-for-enforcement, POST /save-bulk-data/fetch-eCommerce-site-data,
    GET /save-bulk-data/template/{platform}, POST /upload-images-to-s3, GET /users, POST /{platform}/bulk/enforcement,
    POST /{platform}/{id}/enforcement, GET /{platform}/{id}/enforcement, GET /domain-data-download/getRecords,
    POST /domain-data-download/queue-domains-result, GET /queue/confirmFetchRecords, GET /queue/getRecords,
    POST /queue/postQueueRecord, POST /queue/verify-password, DELETE /queue/records/{id},
    GET /queue/schedules, DELETE /queue/schedules/{id},
    POST /quick-tools/records/{id}/cancel, POST /quick-tools/records/{id}/pause, POST /quick-tools/records/{id}/resume, POST /quick-tools/records/{id}/retry-failed,
    DELETE /quick-tools/records/{id}, POST /quick-tools/records/{id}/links, GET /quick-tools/sources,
    POST /queue/records/{id}/cancel, POST /queue/records/{id}/links, POST /queue/records/{id}/retry,
    GET /services/action-date, GET /services/reason-code, GET /services/seller, GET /services/status,
    GET /v1/fetch-drafts, GET /v1/open-drafts, GET /v1/fetch-draft-data/{draftId}, POST /v1/create-a-new-draft,
    POST /v1/save-single-infrigement, POST /v1/update-single-infrigement/{id}, POST /v1/save-draft-rows/{draftId},
    DELETE /v1/remove-specific-infrigement/{id}, POST /v1/submit-draft/{draftId}, POST /v1/draft-presence/{draftId},
    POST /{mail platform}/bulk/sendEnforcementMail,
    POST /{mail platform}/{id}/sendEnforcementMail`,
  ],
  [
    'Admin',
    `GET /evidence-days, GET /evidence-days/{day}/download, GET /home/companies, GET /home/failed-jobs, POST /domain-search-schedule/save, GET /domain-search-schedule/list, GET /domain-search-feeds, DELETE /domain-search-feeds/{id}, GET /domain-search-schedule/brand-references,
     POST /domain-search-schedule/brand-references, DELETE /domain-search-schedule/brand-references/{id}, POST /domain-search-feeds/file, GET /domain-search-schedule/{id}/runs,
     POST /domain-search-schedule/{id}/runs, POST /domain-search-schedule/{id}/remove-keyword, POST /domain-search-schedule/runs/{id}/stop, GET /action-passwords, POST /action-passwords, POST /quick-tools/sources/check, POST /brand, POST /brand/edit, DELETE /brand/delete/{id}, POST /brand/delete-platform/{brandId}/{platform},
    GET /brand/v1/allRecords, GET /brand/fetch-unique-categories, GET /brand/export, POST /brand/import,
    GET /brand/import/template, POST /company, POST /company/edit, DELETE /company/delete/{id},
    GET /company/v1/allRecords, GET /company/fetch-unique-cities, GET /company/fetch-unique-countries,
    POST /v1/send-draft-back/{draftId}, GET /company/fetch-unique-states, GET /company/export, POST /company/import, GET /company/import/template,
    GET /dashboard_v2/client/analyst, GET /data-log, GET /data-log/download-changes, GET /data-log/download-xls, GET /data-log/finding/{id},
    GET /data-log/searchLogRecord, GET /enforcement-mail-configuration, POST /enforcement-mail-configuration,
    POST /enforcement-mail-configuration/edit, POST /enforcement-mail-configuration/preview,
    POST /enforcement-mail-configuration/test-email, DELETE /enforcement-mail-configuration/{id}, PUT /enforcement/agreed-days, GET /escalations, PUT /list-desks, GET /abuse-contacts, POST /abuse-contacts, POST /abuse-contacts/{id}, DELETE /abuse-contacts/{id}, GET /shared-hosts, POST /shared-hosts, POST /shared-hosts/{id}, DELETE /shared-hosts/{id}, GET /desk-forms, POST /desk-forms, POST /desk-forms/{id}, DELETE /desk-forms/{id},
    POST /escalations/{id}, GET /mailbox, GET /tmch/lists, POST /tmch/load-list, POST /tmch/read-signed-mark,
    POST /tmch/save, PUT /tmch/{id}, DELETE /tmch/{id}, POST /tmch/{id}/add-notification, POST /trapPurchase,
    GET /trapPurchase/getTrapPurchaseRecords, POST /trapPurchase/uploadGSTFile, POST /trapPurchase/uploadImageUrls,
    POST /trapPurchase/uploadInvoiceFile, POST /upload-images-to-s3/enforcement-configuration,
    POST /upload-images-to-s3/white-label, GET /sign-in-events, GET /sign-in-events/download, GET /two-factor-roles, PUT /two-factor-roles, POST /users/reset-authenticator/{id},
    POST /users/create, POST /users/update/{id}, DELETE /users/{id},
    GET /users/export, POST /users/import, GET /users/import/template, GET /white-label/getRecords,
    GET /white-label/{id}, POST /white-label/save, POST /white-label/edit, DELETE /white-label/delete/{id}`,
  ],
]

/**
 * The calls of a list. At the beginning of a path {platform} stands for each platform with findings, {mail platform} for
 * those whose abuse desks accept email; {comment} is the platform's name of that call.
 */
const callsIn = (calls: string): string[] =>
  calls.split(/,\s+/).flatMap((call) => {
    const pattern = / \/\{(mail )?platform\}/.exec(call)
    if (!pattern) return [call]
    const variants = pattern[1] ? mailPlatforms : platforms
    return variants.map(({ path, commentPath }) =>
      call.replace(pattern[0], ` /${path}`).replace('{comment}', commentPath),
    )
  })

describe('who may call what', () => {
  test('C-003 there are three roles', () => {
    expect(roles).toEqual(['Client', 'Analyst', 'Admin'])
  })

  test.each(table)('C-254 C-012 C-013 A-002 G34 %s: exactly the decided calls', (who, calls) => {
    const served = endpoints.filter(({ access }) => [access].flat().join(', ') === who)
    expect(served.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(callsIn(calls).toSorted())
  })

  test('every call has one of these access lists', () => {
    const known = table.map(([who]) => who)
    expect(endpoints.filter(({ access }) => !known.includes([access].flat().join(', ')))).toEqual([])
  })
})
