# cmake [-DEMULATOR=] -DSTORY2ETL= -DEXAMPLE= -DMADE= -P example.cmake: is EXAMPLE.etl what EXAMPLE.story says?
execute_process(COMMAND ${EMULATOR} ${STORY2ETL} ${EXAMPLE}.story -o ${MADE} --compress xpress
                COMMAND_ERROR_IS_FATAL ANY)
file(SHA256 ${MADE} made)
file(SHA256 ${EXAMPLE}.etl there)
if(NOT made STREQUAL there)
  message(FATAL_ERROR "${EXAMPLE}.etl is not what its story says; ${MADE} is")
endif()
