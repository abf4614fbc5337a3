The class of an error message, and whether it would be retried.

  $ forge check error '429 Too Many Requests'
  rate-limit: retried after 1m00s
  $ forge check error '429 Too Many Requests' --json
  {"error_class":"rate-limit","retry":true,"backoff_ms":60000}
  $ forge check error 'rate limit exceeded, retry after 30s' --json
  {"error_class":"rate-limit","retry":true,"backoff_ms":30000}
  $ forge check error '401 unauthorized: invalid api key'
  permanent: not retried
  $ forge check error 'something odd happened' --json
  {"error_class":"unknown","retry":true,"backoff_ms":2000}
  $ echo 'connection reset by peer' | forge check error - --json
  {"error_class":"network","retry":true,"backoff_ms":3000}
  $ forge check error ''
  unknown: retried after 2.0s
  $ forge check error
  forge: check error: TEXT is missing
    hint: TEXT: the error message; `-` reads it from standard input; see forge check error --help
  [2]
